namespace Unpause.Recordings.Words;

/// <summary>The facts of single collections that .NET's rules use (<see cref="Collection.Marks"/>).</summary>
public static class DotNetMarks
{
    /// <summary>Gen2 is so small that a blocking collection of it is expected to be cheaper than a background one.</summary>
    public const string TooSmallForBackground = "gen2 too small for background";
}
