namespace Unpause.Fleet.Stores.ClickHouse;

/// <summary>
/// A folder of batches that could not be sent, oldest first. A file is written whole under another name, synchronised and renamed, so a
/// kill or a full disk leaves no half batch. Bounded: what has no room is refused, and the reports that it came from are still there.
/// </summary>
internal sealed class BatchSpool(string folder, long mostBytes)
{
    private const string Ready = ".batch", Unfinished = ".new", Damaged = ".damaged";

    private const long MostFileBytes = 256L * 1024 * 1024;

    private static readonly TimeSpan UnfinishedAge = TimeSpan.FromHours(1);

    private int _number;

    /// <summary>Keeps a batch; false when there is no room.</summary>
    public bool TryAdd(RunBatch batch)
    {
        var bytes = batch.ToBytes();
        var path = "";
        try
        {
            Directory.CreateDirectory(folder);
            long used = 0;
            foreach (var file in new DirectoryInfo(folder).EnumerateFiles())
            {
                // A kill left it half written.
                if (file.Name.EndsWith(Unfinished, StringComparison.Ordinal) && DateTime.UtcNow - file.LastWriteTimeUtc > UnfinishedAge)
                    file.Delete();
                else
                    used += file.Length;
            }

            if (used + bytes.Length > mostBytes) return false;
            var name = $"{DateTimeOffset.UtcNow.UtcTicks:D20}-{Environment.ProcessId}-{_number++:D6}";
            path = Path.Combine(folder, name + Unfinished);
            using (var file = new FileStream(path, FileMode.CreateNew, FileAccess.Write))
            {
                file.Write(bytes);
                file.Flush(flushToDisk: true);
            }

            File.Move(path, Path.Combine(folder, name + Ready));
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            TryDelete(path);
            return false;
        }
    }

    /// <summary>Files of batches, the oldest first.</summary>
    public IReadOnlyList<string> Waiting()
    {
        if (!Directory.Exists(folder)) return [];
        var files = Directory.GetFiles(folder, "*" + Ready);
        Array.Sort(files, StringComparer.Ordinal);
        return files;
    }

    /// <summary>Reads one; null when it is damaged, and it is set aside.</summary>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static RunBatch? Read(string file)
    {
        var batch = new FileInfo(file).Length <= MostFileBytes ? RunBatch.FromBytes(File.ReadAllBytes(file)) : null;
        if (batch is null) File.Move(file, file + Damaged, overwrite: true);
        return batch;
    }

    /// <summary>Forgets one that was delivered.</summary>
    public static void Remove(string file) => File.Delete(file);

    private static void TryDelete(string path)
    {
        try
        {
            if (path.Length > 0) File.Delete(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It is not among the batches, whose names end otherwise.
        }
    }
}
