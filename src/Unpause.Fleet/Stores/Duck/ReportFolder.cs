using System.IO.Compression;
using System.IO.Enumeration;
using Unpause.Fleet.Rows;

namespace Unpause.Fleet.Stores.Duck;

/// <summary>A file that may be a report.</summary>
/// <param name="Path">Its path below the folder that was asked, with slashes.</param>
/// <param name="Size">Bytes.</param>
/// <param name="Written">When it was written, in ticks of UTC.</param>
internal readonly record struct ReportFile(string Path, long Size, long Written);

/// <summary>Finds and reads the reports below a folder.</summary>
internal static class ReportFolder
{
    /// <summary>The index's folder; hidden folders are not looked into.</summary>
    public const string IndexName = ".unpause-fleet";

    private const long MostPacked = 64L << 20, MostUnpacked = 256L << 20;

    /// <summary>Folders are not looked for deeper.</summary>
    public const int MostDepth = 16;

    /// <summary>The folders below and including one, by their path below it, with when each was last changed in ticks of UTC.</summary>
    /// <param name="known">Folders of an earlier time. One that has not changed since has the same folders in it, and is not read: a month
    /// of a fleet has more than a million names.</param>
    public static List<(string Path, long Changed)> Folders(string root, IReadOnlyDictionary<string, long>? known = null)
    {
        var before = known ?? new Dictionary<string, long>(StringComparer.Ordinal);
        var below = before.Keys.Where(path => path.Length > 0).ToLookup(ParentOf, StringComparer.Ordinal);
        var found = new List<(string, long)>();
        var open = new Stack<(string Path, int Depth)>([("", 0)]);
        while (open.TryPop(out var folder))
        {
            var info = new DirectoryInfo(Path.Combine(root, folder.Path));
            if (!info.Exists) continue;
            var changed = info.LastWriteTimeUtc.Ticks;
            found.Add((folder.Path, changed));
            if (folder.Depth == MostDepth) continue;
            var isKnown = before.TryGetValue(folder.Path, out var earlier) && earlier == changed;
            foreach (var path in isKnown ? below[folder.Path] : FoldersIn(info.FullName, folder.Path)) open.Push((path, folder.Depth + 1));
        }

        return found;
    }

    /// <summary>The files in one folder, not below, that may be reports.</summary>
    public static IEnumerable<ReportFile> Files(string root, string folder)
    {
        var options = new EnumerationOptions { AttributesToSkip = FileAttributes.ReparsePoint | FileAttributes.Hidden };
        return new FileSystemEnumerable<ReportFile>(
            Path.Combine(root, folder),
            (ref FileSystemEntry entry) => new(
                folder.Length == 0 ? entry.FileName.ToString() : $"{folder}/{entry.FileName}", entry.Length,
                    entry.LastWriteTimeUtc.UtcTicks),
            options)
        {
            ShouldIncludePredicate = (ref FileSystemEntry entry) => !entry.IsDirectory && MayBeReport(entry.FileName),
        };
    }

    private static string ParentOf(string path) => path.LastIndexOf('/') is > 0 and var slash ? path[..slash] : "";

    private static IEnumerable<string> FoldersIn(string folder, string path)
    {
        var options = new EnumerationOptions { AttributesToSkip = FileAttributes.ReparsePoint | FileAttributes.Hidden };
        return new FileSystemEnumerable<string>(
            folder, (ref FileSystemEntry entry) => path.Length == 0 ? entry.FileName.ToString() : $"{path}/{entry.FileName}", options)
        {
            ShouldIncludePredicate = (ref FileSystemEntry entry) => entry.IsDirectory,
        };
    }

    private static bool MayBeReport(ReadOnlySpan<char> name)
    {
        if (name.EndsWith(".gz", StringComparison.Ordinal)) name = name[..^3];
        return name.EndsWith(".json", StringComparison.Ordinal);
    }

    /// <summary>Reads one.</summary>
    /// <param name="fault">Why there are no rows, as a clause.</param>
    public static IReadOnlyList<RunRows>? Read(string root, ReportFile file, out string? fault)
    {
        try
        {
            if (file.Size > MostPacked)
            {
                fault = "is too large";
                return null;
            }

            using var stream = new FileStream(Path.Combine(root, file.Path), FileMode.Open, FileAccess.Read, FileShare.ReadWrite, 1);
            var bytes = new byte[Math.Min(stream.Length, MostPacked)];
            bytes = bytes[..stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false)];
            if (bytes is [0x1F, 0x8B, ..]) bytes = Unpacked(bytes);
            var report = JsonSerializer.Deserialize(bytes, StoredReportJson.Default.StoredReport);
            var written = new DateTimeOffset(file.Written, TimeSpan.Zero).ToUnixTimeMilliseconds();
            return ReportRows.Make(report, file.Path, written, out fault);
        }
        catch (JsonException)
        {
            fault = "is damaged, or no JSON";
        }
        catch (InvalidDataException)
        {
            fault = "cannot be unpacked";
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            fault = "cannot be opened";
        }

        return null;
    }

    private static byte[] Unpacked(byte[] packed)
    {
        using var gzip = new GZipStream(new MemoryStream(packed), CompressionMode.Decompress);
        using var unpacked = new MemoryStream(packed.Length * 4);
        var block = new byte[1 << 16];
        for (int read; (read = gzip.Read(block)) > 0;)
        {
            if (unpacked.Length + read > MostUnpacked) throw new InvalidDataException();
            unpacked.Write(block, 0, read);
        }

        return unpacked.ToArray();
    }
}
