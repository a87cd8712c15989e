using Unpause.Services;

return ServiceCommand.Run(args);
