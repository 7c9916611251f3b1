"""The computer player of Crackers."""
