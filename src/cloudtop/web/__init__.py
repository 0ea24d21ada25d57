"""The house on the web: pages over HTTP, tables over WebSockets. It knows games by their contract alone."""
