using System.Collections.Concurrent;
using DuckDB.NET.Data;
using Unpause.Fleet.Rows;
using Unpause.Recordings;

namespace Unpause.Fleet.Stores.Duck;

/// <summary>
/// The index of a folder of reports: Parquet files that any DuckDB, pandas or Spark reads. A report is read once. New reports make a batch:
/// <c>runs-N</c>, <c>causes-N</c>, <c>stops-N</c>, <c>traces-N</c> and, last, <c>files-N</c>; a batch without the last one was not finished
/// and is made again. <c>left-out.parquet</c> has what does not count: reports that are gone or there twice, or may be of a time that
/// another one has. A folder whose time of change is known is not looked into again: a file in it is written under another name and
/// renamed, or changes that time anyway.
/// </summary>
internal sealed class DuckIndex : IDisposable
{
    private const string FoldersFile = "folders.parquet", LeftOutFile = "left-out.parquet", LockFile = "lock", New = ".new";
    /// <summary>Why a run does not count: its file is gone, it is there twice, or its time may be another's.</summary>
    public const string WhyGone = "gone", WhyCopy = "copy", WhyOverlap = "overlap";

    private const string ToParquet = "(FORMAT parquet, COMPRESSION zstd)";
    private const int BatchFiles = 20_000, MostBatches = 24, Queued = 256;

    // Within this time of a change another one may follow with the same time of change.
    private static readonly TimeSpan TooFresh = TimeSpan.FromSeconds(2);

    private readonly string _root, _index;
    private readonly FileStream _lock;
    private readonly bool _once;

    private DuckIndex(string root, string index, FileStream held, bool once = false) =>
        (_root, _index, _lock, _once) = (root, index, held, once);

    /// <summary>Opens the index of a folder, for one user at a time.</summary>
    /// <param name="root">The folder of reports.</param>
    /// <param name="index">The folder of the index; null for one in the folder of reports, or where that cannot be written in the
    /// cache.</param>
    /// <exception cref="UserMistake">It cannot be written.</exception>
    public static DuckIndex Open(string root, string? index)
    {
        foreach (var folder in index is null ? Defaults(root) : [index])
        {
            try
            {
                Directory.CreateDirectory(folder);
                return new(root, Path.GetFullPath(folder), Hold(Path.Combine(folder, LockFile)));
            }
            catch (UnauthorizedAccessException)
            {
                // The next one, or none.
            }
            catch (IOException) when (index is null && folder != Defaults(root)[^1])
            {
                // A file system that cannot be written: the same.
            }
        }

        throw new UserMistake($"the index of {root} cannot be written: name a folder for it with --index");
    }

    /// <summary>An index of single files, for one command.</summary>
    /// <param name="folder">The folder that has them.</param>
    public static DuckIndex OpenOnce(string folder, IEnumerable<string> names, CancellationToken stop)
    {
        var index = Directory.CreateTempSubdirectory("unpause-fleet-").FullName;
        var opened = new DuckIndex(folder, index, Hold(Path.Combine(index, LockFile)), once: true);
        opened.ReadBatch([.. names.Select(name => new FileInfo(Path.Combine(folder, name)))
            .Select(file => new ReportFile(file.Name, file.Length, file.LastWriteTimeUtc.Ticks))], stop);
        using var engine = DuckEngine.Open(opened.SpillFolder);
        engine.Run("CREATE TABLE gone(path VARCHAR, written BIGINT)");
        opened.WriteLeftOut(engine);
        return opened;
    }

    /// <summary>Reads what is new, and forgets what is gone.</summary>
    /// <param name="said">Told how many new reports have been read, now and then.</param>
    /// <returns>How many files were read.</returns>
    public int Update(Action<int> said, CancellationToken stop)
    {
        RemoveOlder();
        RemoveUnfinished();
        var known = KnownFolders();
        var all = ReportFolder.Folders(_root, known);
        var now = DateTime.UtcNow.Ticks;
        var changed = all.Where(folder => !known.TryGetValue(folder.Path, out var before) || before != folder.Changed).ToList();
        var vanished = known.Keys.Except(all.Select(folder => folder.Path)).ToList();
        if (changed.Count == 0 && vanished.Count == 0) return 0;
        using var engine = DuckEngine.Open(SpillFolder, DuckEngine.ForReading);
        LoadKnownFiles(engine, changed.Select(folder => folder.Path).Concat(vanished));
        var read = ReadNew(engine, changed, said, stop);
        engine.Run("DROP TABLE fresh");
        engine.Limit(DuckEngine.ForJoining);
        // What a thread of Parquet's reader and writer holds is not within the limit.
        engine.Run("SET threads = 1");
        WriteGone(engine);
        if (Batches().Count > MostBatches) Compact(engine);
        WriteLeftOut(engine);
        WriteFolders(engine, [.. all.Where(folder => now - folder.Changed > TooFresh.Ticks)]);
        return read;
    }

    /// <summary>The Parquet files of a table, as a literal list of SQL; null when there are none.</summary>
    public string? FilesOf(string table)
    {
        var batches = Batches();
        return batches.Count == 0 ? null : $"[{string.Join(", ", batches.Select(batch => DuckEngine.Quoted(PathOf(table, batch))))}]";
    }

    /// <summary>The file of what does not count.</summary>
    public string LeftOutPath => Path.Combine(_index, LeftOutFile);

    /// <summary>Where the engine puts what does not fit into memory.</summary>
    public string SpillFolder => Path.Combine(_index, "spill");

    /// <inheritdoc/>
    public void Dispose()
    {
        _lock.Dispose();
        if (_once) Directory.Delete(_index, recursive: true);
    }

    private static string[] Defaults(string root)
    {
        var cache = Environment.GetEnvironmentVariable("XDG_CACHE_HOME") is { Length: > 0 } named
            ? named
            : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".cache");
        var hash = RowHash.Of(root).ToString("x16", CultureInfo.InvariantCulture);
        return [Path.Combine(root, ReportFolder.IndexName), Path.Combine(cache, "unpause", "fleet", hash)];
    }

    /// <summary>Waits until no other command has the index.</summary>
    private static FileStream Hold(string path)
    {
        var until = DateTime.UtcNow.AddMinutes(10);
        while (true)
        {
            try
            {
                return new(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, 1);
            }
            catch (IOException) when (File.Exists(path) && DateTime.UtcNow < until)
            {
                Thread.Sleep(100);
            }
        }
    }

    private string PathOf(string table, int batch) =>
        Path.Combine(_index, string.Create(CultureInfo.InvariantCulture, $"{table}-{batch}.parquet"));

    private List<int> Batches()
    {
        var batches = new List<int>();
        foreach (var path in Directory.EnumerateFiles(_index, $"{DuckTables.Files}-*.parquet"))
        {
            var number = Path.GetFileNameWithoutExtension(path)[(DuckTables.Files.Length + 1)..];
            if (int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var batch)) batches.Add(batch);
        }

        batches.Sort();
        return batches;
    }

    /// <summary>An index of an older version of unpause lacks a table: its reports are read again.</summary>
    private void RemoveOlder()
    {
        if (Batches().All(batch => DuckTables.All.All(table => File.Exists(PathOf(table, batch))))) return;
        // The folders first: without them, all reports are looked for again.
        File.Delete(Path.Combine(_index, FoldersFile));
        foreach (var path in Directory.EnumerateFiles(_index, "*.parquet*")) File.Delete(path);
    }

    private void RemoveUnfinished()
    {
        var finished = Batches().SelectMany(batch => DuckTables.All.Select(table => PathOf(table, batch)))
            .ToHashSet(StringComparer.Ordinal);
        // What a killed command has left: this one holds the lock.
        if (Directory.Exists(SpillFolder)) Directory.Delete(SpillFolder, recursive: true);
        foreach (var path in Directory.EnumerateFiles(_index, "*.parquet*"))
        {
            var name = Path.GetFileName(path);
            if (name is not (FoldersFile or LeftOutFile) && !finished.Contains(path)) File.Delete(path);
        }
    }

    private Dictionary<string, long> KnownFolders()
    {
        var path = Path.Combine(_index, FoldersFile);
        if (!File.Exists(path)) return [];
        using var engine = DuckEngine.Open(SpillFolder);
        try
        {
            return engine.Ask($"SELECT path, changed FROM read_parquet({DuckEngine.Quoted(path)})", row =>
                (row.GetString(0), row.GetInt64(1)))
                .ToDictionary(row => row.Item1, row => row.Item2, StringComparer.Ordinal);
        }
        catch (DuckDBException)
        {
            // Damaged: all folders are looked into again, and no report is read twice.
            return [];
        }
    }

    /// <summary>The files that are known of some folders, into a table; those that are found again are taken out of it.</summary>
    private void LoadKnownFiles(DuckDBConnection engine, IEnumerable<string> folders)
    {
        engine.Run("CREATE TABLE looked(folder VARCHAR); CREATE TABLE known(path VARCHAR, size BIGINT, written BIGINT)");
        using (var looked = engine.CreateAppender("looked"))
        {
            foreach (var folder in folders) looked.CreateRow().AppendValue(folder).EndRow();
        }

        if (FilesOf(DuckTables.Files) is not { } files) return;
        engine.Run($"INSERT INTO known SELECT DISTINCT path, size, written FROM read_parquet({files})"
            + " WHERE regexp_replace(path, '/?[^/]*$', '') IN (SELECT folder FROM looked)");
    }

    private int ReadNew(DuckDBConnection engine, List<(string Path, long Changed)> changed, Action<int> said, CancellationToken stop)
    {
        engine.Run("CREATE TABLE there(path VARCHAR, size BIGINT, written BIGINT)");
        using (var there = engine.CreateAppender("there"))
        {
            foreach (var (folder, _) in changed)
            {
                foreach (var file in ReportFolder.Files(_root, folder))
                    there.CreateRow().AppendValue(file.Path).AppendValue(file.Size).AppendValue(file.Written).EndRow();
            }
        }

        // A batch of names at a time: a month of a fleet has more than a million.
        engine.Run("CREATE TABLE fresh AS SELECT *, row_number() OVER (ORDER BY path) - 1 AS place FROM (FROM there EXCEPT FROM known)");
        var count = (int)engine.Ask("SELECT count(*) FROM fresh", row => row.GetInt64(0))[0];
        for (var from = 0; from < count; from += BatchFiles)
        {
            ReadBatch(
                engine.Ask($"SELECT path, size, written FROM fresh WHERE place >= {from} AND place < {from + BatchFiles}", row =>
                    new ReportFile(row.GetString(0), row.GetInt64(1), row.GetInt64(2))),
                stop);
            said(Math.Min(count, from + BatchFiles));
        }

        return count;
    }

    private void ReadBatch(List<ReportFile> files, CancellationToken stop)
    {
        using var engine = DuckEngine.Open(SpillFolder, DuckEngine.ForReading);
        engine.Run(DuckTables.Make);
        using (var appenders = new DuckAppenders(engine))
        using (var made = new BlockingCollection<(ReportFile File, IReadOnlyList<RunRows>? Rows, string? Fault)>(Queued))
        {
            var reading = Task.Run(() =>
            {
                try
                {
                    Parallel.ForEach(files, new ParallelOptions { MaxDegreeOfParallelism = Environment.ProcessorCount,
                        CancellationToken = stop }, file =>
                    {
                        var rows = ReportFolder.Read(_root, file, out var fault);
                        made.Add((file, rows, fault), stop);
                    });
                }
                finally
                {
                    made.CompleteAdding();
                }
            }, stop);
            foreach (var (file, rows, fault) in made.GetConsumingEnumerable())
            {
                foreach (var run in rows ?? []) DuckTables.Add(appenders, file, run);
                DuckTables.Add(appenders, file, fault);
            }

            reading.GetAwaiter().GetResult();
        }

        WriteBatch(engine, table => table);
    }

    /// <summary>Writes a batch from one query a table; the table of files comes last and makes it count.</summary>
    private void WriteBatch(DuckDBConnection engine, Func<string, string> source)
    {
        var batches = Batches();
        var batch = batches.Count == 0 ? 1 : batches[^1] + 1;
        foreach (var table in DuckTables.All)
        {
            var path = PathOf(table, batch);
            engine.Run($"COPY (FROM {source(table)}) TO {DuckEngine.Quoted(path + New)} {ToParquet}");
            File.Move(path + New, path, overwrite: true);
        }
    }

    /// <summary>Files that were known and are not there, or were written again since.</summary>
    private static void WriteGone(DuckDBConnection engine) =>
        engine.Run("CREATE TABLE gone AS SELECT path, written FROM known EXCEPT SELECT path, written FROM there");

    /// <summary>All batches as one, without what is gone.</summary>
    private void Compact(DuckDBConnection engine)
    {
        var old = Batches();
        engine.Run($"CREATE TABLE forgotten AS {Gone()}");
        engine.Run($"CREATE TABLE kept AS SELECT id FROM {Rows(DuckTables.Runs)} ANTI JOIN forgotten USING (path, written)");
        var all = DuckTables.All.ToDictionary(table => table, Rows);
        WriteBatch(engine, table => table is DuckTables.Runs or DuckTables.Files
            ? $"{all[table]} ANTI JOIN forgotten USING (path, written)"
            : $"{all[table]} SEMI JOIN kept USING (id)");
        foreach (var batch in old)
        {
            // The table of files first: a batch without it does not count.
            foreach (var table in DuckTables.All.Reverse()) File.Delete(PathOf(table, batch));
        }
    }

    private string Rows(string table) => $"read_parquet({FilesOf(table)})";

    /// <summary>What is gone now, or was and has not come back.</summary>
    private string Gone() => File.Exists(LeftOutPath)
        ? "SELECT path, written FROM gone UNION "
            + $"(SELECT path, written FROM read_parquet({DuckEngine.Quoted(LeftOutPath)}) WHERE why = '{WhyGone}' EXCEPT SELECT path, "
            + $"written FROM there)"
        : "FROM gone";

    /// <summary>
    /// What does not count, or may not. Of reports with the same content the first by name counts. Of those whose time may be another's,
    /// the store decides by <see cref="OverlapRule"/>, because it depends on which are selected.
    /// </summary>
    private void WriteLeftOut(DuckDBConnection engine)
    {
        if (FilesOf(DuckTables.Runs) is not { } files)
        {
            File.Delete(LeftOutPath);
            return;
        }

        var runs = $"read_parquet({files})";
        engine.Run(
            $"""
            CREATE TABLE left_out AS
            WITH lost AS ({Gone()}),
            here AS (
              SELECT id, key, path, written, service, process, start_ms, end_ms, row_number() OVER (PARTITION BY key ORDER BY path, id)
                AS copy
              FROM {runs} ANTI JOIN lost USING (path, written))
            SELECT id, path, written, '{WhyGone}' AS why FROM {runs} SEMI JOIN lost USING (path, written)
            UNION ALL SELECT id, path, written, '{WhyCopy}' FROM here WHERE copy > 1
            UNION ALL SELECT id, path, written, '{WhyOverlap}' FROM ({MayOverlap("(FROM here WHERE copy = 1)")})
            """);
        engine.Run($"COPY left_out TO {DuckEngine.Quoted(LeftOutPath + New)} {ToParquet}");
        File.Move(LeftOutPath + New, LeftOutPath, overwrite: true);
    }

    /// <summary>A query of the runs that <see cref="OverlapRule"/> may leave out, whichever of the runs are selected.</summary>
    /// <param name="runs">A query of runs, in brackets.</param>
    public static string MayOverlap(string runs) => string.Create(CultureInfo.InvariantCulture,
        $"""
        SELECT id, path, written FROM (
          SELECT *, max(end_ms) OVER (PARTITION BY service, process ORDER BY start_ms, end_ms DESC, key
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before_ms
          FROM {runs}) WHERE before_ms - start_ms > {OverlapRule.MostShare} * (end_ms - start_ms)
        """);

    private void WriteFolders(DuckDBConnection engine, List<(string Path, long Changed)> folders)
    {
        engine.Run("CREATE TABLE folders(path VARCHAR, changed BIGINT)");
        using (var appender = engine.CreateAppender("folders"))
        {
            foreach (var (path, changed) in folders) appender.CreateRow().AppendValue(path).AppendValue(changed).EndRow();
        }

        var file = Path.Combine(_index, FoldersFile);
        engine.Run($"COPY folders TO {DuckEngine.Quoted(file + New)} {ToParquet}");
        File.Move(file + New, file, overwrite: true);
    }
}
