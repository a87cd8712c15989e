namespace Unpause.Cli.Labs;

/// <summary>NUMA nodes of this machine, usually one per socket.</summary>
internal static class NumaNodes
{
    private const string Folder = "/sys/devices/system/node";

    /// <summary>Whether there are several.</summary>
    public static bool AreSeveral => Directory.Exists(Folder) && Directory.EnumerateDirectories(Folder, "node*").Skip(1).Any();
}
