using Unpause.Recorder.Probes;

namespace Unpause.Recorder.Processes;

/// <summary>
/// Counts of a kernel with several NUMA nodes since boot (/proc/vmstat): hinting faults, which show the kernel who uses which page, and
/// pages that it therefore migrated to another node.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class NumaCounts
{
    private const string Faults = "numa_hint_faults ", Migrated = "numa_pages_migrated ";
    private readonly string _file;

    private NumaCounts(string file) => _file = file;

    /// <summary>The counts; null on a machine with one node, or without NUMA balancing.</summary>
    /// <param name="root">Prefix of /sys and /proc.</param>
    public static NumaCounts? Find(string root = "")
    {
        try
        {
            var nodes = OnlineProcessors.Parse(File.ReadAllText($"{root}/sys/devices/system/node/has_memory"));
            var counts = new NumaCounts($"{root}/proc/vmstat");
            return nodes.Count > 1 && counts.Read() is not null ? counts : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Faults and migrated pages so far; null when they can't be read.</summary>
    public (long Faults, long Migrated)? Read()
    {
        try
        {
            long? faults = null, migrated = null;
            foreach (var line in File.ReadLines(_file))
            {
                faults ??= Value(line, Faults);
                migrated ??= Value(line, Migrated);
            }

            return faults is { } some && migrated is { } moved ? (some, moved) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static long? Value(string line, string name) => line.StartsWith(name, StringComparison.Ordinal)
        && long.TryParse(line.AsSpan(name.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var value) ? value : null;
}
