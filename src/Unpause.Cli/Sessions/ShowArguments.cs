namespace Unpause.Cli.Sessions;

/// <summary><c>--show-arguments</c> of every command that shows command lines or URLs.</summary>
internal static class ShowArguments
{
    /// <summary>A new option for a command.</summary>
    public static Option<bool> Create() => new("--show-arguments")
    {
        Description = "Show command lines, settings, labels and URLs unredacted. By default possible secrets in them are [hidden]: "
            + "passwords, tokens, and users and parameters in URLs.",
    };
}
