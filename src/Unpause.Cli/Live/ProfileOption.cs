using System.CommandLine;
using Unpause.Recorder;
using Unpause.Recorder.Live;

namespace Unpause.Cli;

/// <summary><c>--profile</c> of <c>run</c> and <c>record</c>: how much a program records.</summary>
internal static class ProfileOption
{
    private const string Pauses = "pauses";

    /// <summary>A new option for a command.</summary>
    public static Option<string> Create() => new(LiveFlags.Profile)
    {
        Description = $"{RecorderTable.Default.Who(LiveCapability.Allocations)}: pauses (the default; costs an allocating program about 2 "
            + "% of its speed), or allocations: also what is allocated where (measured: 6 to 16 %).",
        HelpName = "PROFILE",
    };

    /// <summary>Whether allocations are wanted.</summary>
    /// <exception cref="UserMistake">The profile is not known.</exception>
    public static bool WantsAllocations(this ParseResult parsed, Option<string> option)
    {
        var profile = parsed.GetValue(option);
        if (profile is not (null or Pauses or LiveFlags.Allocations))
        {
            throw new UserMistake($"--profile {profile} is not known: use {Pauses} or {LiveFlags.Allocations}");
        }

        return profile == LiveFlags.Allocations;
    }
}
