using System.Text;
using System.Text.Json;
using Unpause.Recorder.Files;
using Unpause.Experiments.Tuning;
using Unpause.Reports.Tuning;

namespace Unpause.Experiments.Tuning;

/// <summary>
/// Stores each trial as soon as it is finished. After an interruption, the same command line resumes after the last one.
/// The files are <c>unpause.tune-journal/1</c> (schema/unpause.tune-journal-1.schema.json).
/// </summary>
public sealed class TuneJournal : IDisposable
{
    private const string HeaderName = "tune.json", TrialsName = "trials.jsonl", Schema = TuneHeader.CurrentSchema;

    // Far more trials than anyone has time for.
    private const int MostBytes = 64 * 1024 * 1024;

    private readonly FileStream _trials;
    private readonly List<TrialLine> _lines = [];

    private TuneJournal(string folder, int seed, FileStream trials) => (Folder, Seed, _trials) = (folder, seed, trials);

    /// <summary>The folder.</summary>
    public string Folder { get; }

    /// <summary>The seed of the orders.</summary>
    public int Seed { get; }

    /// <summary>The trials that are finished.</summary>
    public IReadOnlyList<TrialLine> Lines => _lines;

    /// <summary>Starts an experiment, or resumes one.</summary>
    /// <param name="folder">Its folder; created when missing.</param>
    /// <param name="seed">The seed; null when the user gave none.</param>
    /// <exception cref="UserMistake">The folder cannot be used, or contains another experiment.</exception>
    public static TuneJournal Open(string folder, TunePlan plan, int? seed)
    {
        try
        {
            Directory.CreateDirectory(folder);
            if (OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess && !TrustedPath.Is(folder))
                throw new UserMistake($"--keep {folder}: other users can write there, which is unsafe as root; name a folder of your own");
            var trials = new FileStream(Path.Combine(folder, TrialsName), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            if (OperatingSystem.IsLinux() && !FileLock.TryTake(trials.SafeFileHandle))
            {
                trials.Dispose();
                throw new IOException("another unpause tune is using it");
            }

            var journal = new TuneJournal(folder, SeedOf(Path.Combine(folder, HeaderName), plan, seed), trials);
            journal.ReadBack(plan);
            return journal;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake($"--keep {folder} cannot be used: {SystemFault.Reason(exception)}");
        }
    }

    /// <summary>Stores a finished trial; it is on disk when this returns.</summary>
    public void Add(TrialLine line)
    {
        _lines.Add(line);
        _trials.Write(Encoding.UTF8.GetBytes(JsonSerializer.Serialize(line, TuneContractJson.Default.TrialLine) + "\n"));
        _trials.Flush(flushToDisk: true);
    }

    /// <summary>Where the files of a trial go.</summary>
    /// <param name="setting">Index of the setting.</param>
    /// <param name="round">The round, from 0.</param>
    public TrialFolder FolderOf(int setting, int round) => new(Path.GetFullPath(Path.Combine(Folder, $"trial-{round + 1}-{setting}")));

    /// <inheritdoc/>
    public void Dispose() => _trials.Dispose();

    private static int SeedOf(string path, TunePlan plan, int? given)
    {
        if (!File.Exists(path))
        {
            var seed = given ?? Random.Shared.Next(1, 1_000_000);
            var header = new TuneHeader(Schema, seed, new(plan.Said));
            File.WriteAllText(path, JsonSerializer.Serialize(header, TuneContractJson.Default.TuneHeader));
            return seed;
        }

        var folder = Path.GetDirectoryName(path);
        if (HeaderOf(path) is not { } known)
            throw new UserMistake($"--keep {folder}: {HeaderName} there was not written by unpause tune; name another folder");
        foreach (var (option, said) in plan.Said)
        {
            if (known.Options.GetValueOrDefault(option) == said) continue;
            var before = known.Options.GetValueOrDefault(option) is { Length: > 0 } text ? text : "not given";
            throw new UserMistake(
                $"--keep {folder} contains trials of another experiment ({option} was {Reports.PlainText.Clean(before)}): use the same "
                + "options to resume it, or name another folder");
        }

        return given is null || given == known.Seed
            ? known.Seed
            : throw new UserMistake(
                $"--keep {folder} contains trials with --seed {known.Seed}: leave out --seed to resume, or name another folder");
    }

    private static TuneHeader? HeaderOf(string path)
    {
        try
        {
            if (new FileInfo(path).Length > MostBytes) return null;
            var header = JsonSerializer.Deserialize(File.ReadAllText(path), TuneContractJson.Default.TuneHeader);
            return header is { Schema: Schema, Options: not null } ? header : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>A truncated last line was being written when unpause ended; its trial is repeated.</summary>
    private void ReadBack(TunePlan plan)
    {
        if (_trials.Length > MostBytes) throw new UserMistake($"--keep {Folder}: {TrialsName} there is too large to be from unpause tune");
        var content = new byte[_trials.Length];
        _trials.ReadExactly(content);
        var names = plan.Settings.Select(setting => setting.Name).ToHashSet(StringComparer.Ordinal);
        var whole = 0;
        foreach (var text in Encoding.UTF8.GetString(content).Split('\n')[..^1])
        {
            if (LineOf(text) is not { Setting: not null, Metrics: not null, Round: >= 0 } line || !names.Contains(line.Setting)) break;
            if (!line.Metrics.Values.All(double.IsFinite)) break;
            if (!_lines.Exists(known => known.Setting == line.Setting && known.Round == line.Round)) _lines.Add(line);
            whole += Encoding.UTF8.GetByteCount(text) + 1;
        }

        _trials.SetLength(whole);
        _trials.Position = whole;
    }

    private static TrialLine? LineOf(string text)
    {
        try
        {
            return JsonSerializer.Deserialize(text, TuneContractJson.Default.TrialLine);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

/// <summary>A trial of the journal as the statistics see it.</summary>
internal static class JournalTrial
{
    /// <summary>Converts a line of the journal.</summary>
    public static Trial ToTrial(this TrialLine line, TunePlan plan) => new(
        plan.Settings.Select(setting => setting.Name).ToList().IndexOf(line.Setting),
        line.Round,
        line.Failure is null && line.Metrics.TryGetValue(plan.Objective.Name, out var value) ? value : null,
        line.Failure,
        line.Failure is null
            ? [.. plan.Constraints.Where(constraint => constraint.IsBrokenBy(line.Metrics)).Select(constraint => constraint.Text)]
            : []);
}
