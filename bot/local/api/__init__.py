"""Discord's API in miniature: the gateway and REST, as the bot meets them."""
