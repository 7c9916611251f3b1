"""Discord's limits on messages, components and commands, checked for all that the bot sends."""
