"""A server for language models (MCP): tools to find a table, sit down and play.

`cardroom-mcp` runs it over standard input and output. It needs the extra: `pip install
'cardroom-bot[mcp]'`.
"""
