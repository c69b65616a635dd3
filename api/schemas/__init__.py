"""What the API takes and gives, as marshmallow schemas."""
