"""The local Discord's API for the bot: REST, the gateway, messages, channels and interactions."""
