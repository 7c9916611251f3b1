"""What the host has to say to everybody, such as when the bot will be away."""
