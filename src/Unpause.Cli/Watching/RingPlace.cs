using Unpause.Reports.Fleets;

namespace Unpause.Cli.Watching;

/// <summary>Where the ring of <c>unpause watch</c> is.</summary>
internal static class RingPlace
{
    private const string OfTheSystem = "/var/lib/unpause/ring";

    /// <summary>Describes the option.</summary>
    public static Option<string> Option() => new("--ring")
    {
        Description = $"The folder of the ring. Default: {OfTheSystem} for root, else ~/.local/state/unpause/ring.",
        HelpName = "DIR",
    };

    /// <summary>The folder, as an absolute path.</summary>
    public static string Read(string? wanted)
    {
        if (wanted is not null) return Path.GetFullPath(wanted);
        if (Environment.UserName == "root") return OfTheSystem;
        return Path.Combine(KeptReports.StateFolder(), "ring");
    }
}
