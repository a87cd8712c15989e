namespace Unpause.Cli.Labs;

/// <summary>Memory nodes of this machine, one a socket as a rule.</summary>
internal static class NumaNodes
{
    private const string Folder = "/sys/devices/system/node";

    /// <summary>Why there is no run that is bound to one node.</summary>
    public static string WhyNotOne()
    {
        var nodes = Directory.Exists(Folder) ? Directory.EnumerateDirectories(Folder, "node*").Count() : 0;
        return nodes <= 1
            ? "one-node is left out: this machine has one NUMA node"
            : $"one-node is left out of the {nodes} nodes' table: unpause run --numa-node 0 binds a program to one";
    }
}
