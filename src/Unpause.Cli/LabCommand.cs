using Spectre.Console;
using Unpause.Experiments.Labs;

namespace Unpause.Cli;

/// <summary><c>unpause lab NAME</c>: runs an incident with its bug and with its fix, and shows both side by side.</summary>
internal static class LabCommand
{
    /// <summary>Describes the command. Each lab is a subcommand.</summary>
    public static Command Create()
    {
        var name = new Argument<string>("NAME") { Arity = ArgumentArity.ZeroOrOne, Hidden = true };
        var command = new Command("lab", "Run a real incident on this machine: "
            + "with its bug, with its fix, and compare the reports.") { name };
        command.Add(RecommendationsLab.Create(OpenResults));
        command.Add(FilmLab.Create(OpenResults));
        command.Add(WebAppLab.Create(OpenResults));
        command.Add(LabRunner.Command(new RpcClientLab(), OpenResults));
        command.Add(ChatLab.Create(OpenResults));
        command.Add(LabRunner.Command(new CheckoutLab(), OpenResults));
        if (!OperatingSystem.IsLinux())
        {
            foreach (var lab in command.Subcommands)
            {
                Func<ParseResult, int> refuse = _ => throw LinuxOnly.Refusal($"lab {lab.Name}");
                lab.SetAction(refuse);
            }
        }

        command.SetAction(parsed => Refuse(parsed.GetValue(name), command));
        return command;
    }

    private static IAnsiConsole OpenResults()
    {
        StandardStreams.RequireOutput();
        return Terminal.ForResults();
    }

    private static int Refuse(string? name, Command labs)
    {
        var known = string.Join(", ", labs.Subcommands.Select(lab => lab.Name));
        throw new UserMistake(name is null ? $"name a lab: {known}" : $"there is no lab '{name}'; there are: {known}");
    }
}
