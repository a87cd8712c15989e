using System.CommandLine;

namespace Unpause.Cli.Live;

/// <summary>The option <c>--for</c> of commands that inspect a live process.</summary>
internal static class SnapshotDuration
{
    private const string Name = "--for";

    /// <summary>Makes the option.</summary>
    public static Option<string> Option(string description) => new(Name) { Description = description, HelpName = "DURATION" };

    /// <summary>Parses the duration.</summary>
    /// <exception cref="UserMistake">The text is not a duration up to a day.</exception>
    public static TimeSpan Parse(string? text) =>
        Quantities.TryParseDuration(text ?? "", out var nanoseconds) && nanoseconds is > 0 and < 24 * 3600e9
            ? TimeSpan.FromTicks((long)(nanoseconds / 100))
            : throw new UserMistake($"{Name} {text} is not a duration of at most a day: write for example {Name} 10s");
}
