namespace Unpause.Fleet.Questions.Deploys;

/// <summary>A version that began to run while, or after, another one ran.</summary>
/// <param name="First">The first step of the new version's run.</param>
/// <param name="Last">The last step of it.</param>
internal readonly record struct VersionChange(string Before, string After, long First, long Last);
