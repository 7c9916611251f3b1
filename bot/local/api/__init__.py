"""The local Discord's API for the bot: REST, the gateway, interactions, and faults that tests inject."""
