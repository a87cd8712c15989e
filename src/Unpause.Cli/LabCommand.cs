using System.CommandLine;
using Unpause.Cli.Labs;

namespace Unpause.Cli;

/// <summary><c>unpause lab NAME</c>: runs an incident with its bug and with its fix, and shows both side by side.</summary>
internal static class LabCommand
{
    /// <summary>Describes the command; each lab is a command of its own below it.</summary>
    public static Command Create()
    {
        var name = new Argument<string>("NAME") { Arity = ArgumentArity.ZeroOrOne, Hidden = true };
        var command = new Command("lab", "Run a real incident here: the bug, the fix, and what unpause says of both.") { name };
        command.Add(RecommendationsLab.Create());
        command.Add(FilmLab.Create());
        command.Add(WebAppLab.Create());
        command.Add(LabRunner.Command(new RpcClientLab()));
        command.Add(ChatLab.Create());
        command.SetAction(parsed => Refuse(parsed.GetValue(name), command));
        return command;
    }

    private static int Refuse(string? name, Command labs)
    {
        var known = string.Join(", ", labs.Subcommands.Select(lab => lab.Name));
        throw new UserMistake(name is null ? $"say which lab: {known}" : $"there is no lab '{name}'; there is {known}");
    }
}
