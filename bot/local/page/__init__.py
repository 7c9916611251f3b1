"""The page in the browser: what people see, and what they do."""
