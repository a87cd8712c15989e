namespace Unpause.Recordings.Words;

/// <summary>.NET's collectors (<see cref="Source.Collector"/>).</summary>
public static class DotNetCollectors
{
    /// <summary>One heap.</summary>
    public const string Workstation = "workstation";

    /// <summary>Several heaps, up to one a processor.</summary>
    public const string Server = "server";
}
