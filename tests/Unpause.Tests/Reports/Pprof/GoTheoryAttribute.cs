namespace Unpause.Tests.Reports.Pprof;

/// <summary>A test of several cases that asks <c>go tool pprof</c>; left out, and counted, where Go isn't installed.</summary>
internal sealed class GoTheoryAttribute : TheoryAttribute
{
    /// <summary>Where Debian has it.</summary>
    public const string Go = "/usr/bin/go";

    public GoTheoryAttribute() => Skip = File.Exists(Go) ? null : $"{Go} isn't here";
}
