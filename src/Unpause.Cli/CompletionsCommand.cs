using Unpause.Cli.Completions;

namespace Unpause.Cli;

/// <summary><c>unpause completions SHELL</c></summary>
internal static class CompletionsCommand
{
    private const string Manual = "man";

    private static readonly (string Shell, Func<IReadOnlyList<CommandWords>, string> Write)[] Shells =
    [
        ("bash", BashCompletion.Write), ("zsh", ZshCompletion.Write), ("fish", FishCompletion.Write),
        ("powershell", PowerShellCompletion.Write),
    ];

    /// <summary>Describes the command.</summary>
    /// <param name="all">All commands, itself included, in the order of the help.</param>
    public static Command Create(Func<IEnumerable<Command>> all)
    {
        var shell = new Argument<string>("SHELL") { Description = $"{string.Join(", ", Shells.Select(known => known.Shell))}." };
        var command = new Command(
            "completions",
            """
            Print the shell script that completes commands, options and their values.

            bash:        unpause completions bash > ~/.local/share/bash-completion/completions/unpause
            zsh:         unpause completions zsh > ~/.zfunc/_unpause      (with fpath+=~/.zfunc before compinit in ~/.zshrc)
            fish:        unpause completions fish > ~/.config/fish/completions/unpause.fish
            PowerShell:  unpause completions powershell >> $PROFILE
            """) { shell };
        command.SetAction(parsed => Run(parsed.GetValue(shell)!, all));
        return command;
    }

    private static int Run(string shell, Func<IEnumerable<Command>> all)
    {
        var commands = all().Select(CommandWords.From).ToList();
        // Packages get the man(1) page from the same command descriptions.
        var write = shell == Manual ? ManualPage.Write : Array.Find(Shells, known => known.Shell == shell).Write;
        if (write is null)
        {
            throw new UserMistake($"completions exist for {string.Join(", ", Shells.Select(known => known.Shell))}, not for {
                Reports.PlainText.Clean(shell)}");
        }

        StandardStreams.RequireOutput();
        Console.Out.Write(write(commands));
        return ExitCodes.Done;
    }
}
