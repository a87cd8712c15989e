using Unpause.Cli;

return UnpauseCommand.Run(args);
