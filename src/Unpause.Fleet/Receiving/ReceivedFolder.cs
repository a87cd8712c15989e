using Unpause.Fleet.Rows;
using Unpause.Recordings;
using Unpause.Reports;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet.Receiving;

/// <summary>
/// Reports that were received, as HOST/DAY/NAME. A file appears there whole and synchronised, or not at all. The same report again changes
/// nothing; another one under its name is kept beside it.
/// </summary>
internal sealed class ReceivedFolder : IDisposable
{
    // Hidden, so that a reader of the folder sees neither.
    private const string Incoming = ".incoming", LockFile = ".receiver-lock";

    private const int BlockBytes = 64 * 1024;

    private readonly string _folder, _incoming;
    private readonly Lock _lock = new();
    private readonly FileStream _held;

    /// <summary>Opens a folder, and removes what was half received when the receiver ended before.</summary>
    /// <exception cref="UserMistake">It cannot be made, or another receiver has it.</exception>
    public ReceivedFolder(string folder)
    {
        _folder = Path.GetFullPath(folder);
        _incoming = Path.Combine(_folder, Incoming);
        var held = Path.Combine(_folder, LockFile);
        try
        {
            Directory.CreateDirectory(_incoming);
            _held = new(held, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, 1);
            foreach (var file in Directory.EnumerateFiles(_incoming)) File.Delete(file);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake(exception is IOException && File.Exists(held)
                ? $"another unpause fleet receive has --folder {PlainText.Clean(_folder)}"
                : $"--folder {PlainText.Clean(_folder)} cannot be written: {PlainText.Clean(exception.Message)}");
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _held.Dispose();

    /// <summary>Whether a name is one of a report: letters, digits, dots, dashes and underscores, without a dot at its start.</summary>
    public static bool IsName(string name)
    {
        if (name.Length is 0 or > KeptReports.MostNameChars || name[0] == '.') return false;
        foreach (var character in name)
        {
            if (!KeptReports.IsPlain(character)) return false;
        }

        return EndOf(name).Length > 0 && EndOf(name).Length < name.Length;
    }

    /// <summary>Whether a report of this name is gzip.</summary>
    public static bool IsPacked(string name) => name.EndsWith(KeptReports.Packed, StringComparison.Ordinal);

    /// <summary>A file for what arrives. It is deleted when it is not kept.</summary>
    /// <exception cref="IOException">There is no room.</exception>
    public FileStream NewFile() =>
        new(Path.Combine(_incoming, Guid.NewGuid().ToString("N")), FileMode.CreateNew, FileAccess.ReadWrite, FileShare.Read, bufferSize: 0);

    /// <summary>Keeps what arrived.</summary>
    /// <returns>Whether it was new.</returns>
    /// <exception cref="IOException">There is no room.</exception>
    public bool Keep(FileStream arrived, ReceivedReport report, string name)
    {
        arrived.Flush(flushToDisk: true);
        var place = Path.Combine(
            _folder, KeptReports.HostFolder(report.Hosts.FirstOrDefault()), KeptReports.DayFolder(report.Day));
        lock (_lock)
        {
            if (!Directory.Exists(place))
            {
                Directory.CreateDirectory(place);
                LinuxCalls.Synchronise(Path.GetDirectoryName(place)!);
                LinuxCalls.Synchronise(_folder);
            }

            var path = Path.Combine(place, name);
            if (File.Exists(path))
            {
                if (AreEqual(arrived, path)) return false;
                var end = EndOf(name);
                path = Path.Combine(place, $"{name[..^end.Length]}~{HashOf(arrived):x16}{end}");
                // Equal hashes of other content are made by somebody: there is nothing to keep for them.
                if (File.Exists(path)) return false;
            }

            File.Move(arrived.Name, path);
            LinuxCalls.Synchronise(place);
            return true;
        }
    }

    private static string EndOf(string name) => IsPacked(name) ? KeptReports.Packed
        : name.EndsWith(KeptReports.Plain, StringComparison.Ordinal) ? KeptReports.Plain : "";

    private static bool AreEqual(FileStream arrived, string path)
    {
        using var kept = File.OpenRead(path);
        if (kept.Length != arrived.Length) return false;
        arrived.Position = 0;
        var (one, other) = (new byte[BlockBytes], new byte[BlockBytes]);
        while (true)
        {
            var count = arrived.ReadAtLeast(one, BlockBytes, throwOnEndOfStream: false);
            var keptCount = kept.ReadAtLeast(other, BlockBytes, throwOnEndOfStream: false);
            if (!one.AsSpan(0, count).SequenceEqual(other.AsSpan(0, keptCount))) return false;
            if (count < BlockBytes) return true;
        }
    }

    private static ulong HashOf(FileStream arrived)
    {
        arrived.Position = 0;
        var (block, hash) = (new byte[BlockBytes], new Fnv1a());
        while (arrived.Read(block) is > 0 and var count) hash.Add(block.AsSpan(0, count));
        return hash.Value;
    }
}
