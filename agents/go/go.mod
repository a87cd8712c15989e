module unpause/agents/go

go 1.19
