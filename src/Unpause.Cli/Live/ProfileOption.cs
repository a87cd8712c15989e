namespace Unpause.Cli.Live;

/// <summary><c>--profile</c> of <c>run</c> and <c>record</c>: how much is recorded.</summary>
internal static class ProfileOption
{
    private const string Pauses = "pauses", Phases = "phases";

    /// <summary>A new option for a command.</summary>
    public static Option<string> Create() => new(LiveFlags.Profile)
    {
        Description = $"{RecorderTable.Default.Who(LiveCapability.Allocations)}: pauses (the default; measured: 0 to 9 % more CPU time, "
            + "depending on GC frequency), or allocations: also allocation sites (measured: 0 to 32 %).",
        HelpName = "PROFILE",
    };

    /// <summary>A new option for <c>run</c>, which has one more profile.</summary>
    public static Option<string> CreateForRun()
    {
        var option = Create();
        option.Description += " JVM: phases, also the duration of each GC phase (adds 0.1 to 0.2 ms to each pause).";
        return option;
    }

    /// <summary>Whether GC phases are recorded.</summary>
    public static bool WantsPhases(this ParseResult parsed, Option<string> option) => parsed.GetValue(option) == Phases;

    /// <summary>Whether allocations are recorded.</summary>
    /// <exception cref="UserMistake">There is no such profile.</exception>
    public static bool WantsAllocations(this ParseResult parsed, Option<string> option, bool hasPhases = false)
    {
        var profile = parsed.GetValue(option);
        if (profile is not (null or Pauses or LiveFlags.Allocations) && !(hasPhases && profile == Phases))
        {
            var known = hasPhases ? $"{Pauses}, {Phases}" : Pauses;
            throw new UserMistake($"--profile {profile} is not supported: use {known} or {LiveFlags.Allocations}");
        }

        return profile == LiveFlags.Allocations;
    }
}
