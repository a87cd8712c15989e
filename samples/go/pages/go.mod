module pages

go 1.19

require unpause/agents/go v0.0.0

replace unpause/agents/go => ../../../agents/go
