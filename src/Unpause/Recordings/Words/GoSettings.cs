namespace Unpause.Recordings.Words;

/// <summary>Names of settings that recordings of Go show (<see cref="Source.Settings"/>).</summary>
internal static class GoSettings
{
    /// <summary>The versions of Go that print lines of this shape, first and last: <c>1.6–1.17</c>.</summary>
    public const string LineVersions = "gctrace of Go";

    /// <summary>Processors that the scheduler uses.</summary>
    public const string Processors = "GOMAXPROCS";

    /// <summary>What <see cref="LineVersions"/> says where the runtime knows GOMEMLIMIT (Go 1.19; 1.18 prints the same).</summary>
    public const string VersionsWithMemoryLimit = "1.18 or later";
}
