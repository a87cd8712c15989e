using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Probes;

/// <summary>
/// Observes one running Go process through the kernel without modifying it: probes in its executable record when the world is stopped
/// and started. They are removed with their descriptors, however unpause ends.
/// </summary>
/// <remarks>
/// Other processes that execute the same file hit the probes too; their hits are ignored. Of other processes the kernel reports only execs:
/// the recording ends when the process executes another program.
/// </remarks>
[SupportedOSPlatform("linux")]
internal sealed class GoProcessWatch : IDisposable
{
    /// <summary>For one program. Removing each takes 50 ms, which delays only later probes.</summary>
    private const int MostDescriptors = 1024;

    private readonly int _process;
    private readonly ProcessorRings _rings;
    private readonly GoProbes _probes;
    private readonly NumaSampling _numa = new(NumaCounts.Find());
    private GoStopWriter? _writer;
    private GoAssists? _assists;
    private string? _withoutAssists;
    private long _since;

    private GoProcessWatch(int process, bool ofAssists, SharedLooks? looks)
    {
        _process = process;
        _rings = new ProcessorRings(Take, Taken) { Looks = looks, Process = ofAssists ? null : process };
        _probes = new GoProbes(_rings.Rings, MostDescriptors);
    }

    /// <summary>Whether the process has executed another program.</summary>
    public bool Replaced { get; private set; }

    /// <summary>Problems, one sentence each.</summary>
    public IEnumerable<string> Problems => new[] { _writer?.Problem, _withoutAssists }.OfType<string>();

    /// <summary>Whether mark assists are recorded too.</summary>
    public bool HasAssists => _assists is not null;

    /// <summary>Starts the recording.</summary>
    /// <param name="file">An existing file for its stops.</param>
    /// <param name="assists">Maximum hits of assist probes per second on one CPU; null: assists are not recorded.</param>
    /// <param name="looks">Takes its records together with others'; null: a thread of its own does.</param>
    /// <exception cref="ObstacleException">It can't be recorded.</exception>
    public static GoProcessWatch Begin(ProcessView process, string file, long? assists, SharedLooks? looks)
    {
        var watch = new GoProcessWatch(process.Id, assists is not null, looks);
        try
        {
            watch._rings.Open(UprobeRights.Stops);
            watch.Probe(process, file, assists);
            return watch;
        }
        catch
        {
            watch.Dispose();
            throw;
        }
    }

    /// <summary>What prevents probes in a process; null when nothing does. Adds no probe.</summary>
    public static Obstacle? Obstacle(ProcessView process)
    {
        if (UprobeRights.Obstacle(UprobeRights.Stops) is { } obstacle) return obstacle;
        return GoStopPlaces.Locate($"/proc/{process.Id}/exe") is null ? WithoutPlaces(process.Id) : null;
    }

    /// <summary>Reads remaining records, ends the file and removes the probes.</summary>
    public void Finish()
    {
        _rings.Finish();
        if (_writer is not null) _numa.Sample([_writer], anyTime: true);
        _assists?.Write();
        _writer?.End(Stopwatch.GetTimestamp());
    }

    public void Dispose()
    {
        _rings.EndThread();
        _writer?.Dispose();
        Close(_probes.Descriptors);
        _rings.Dispose();
    }

    private void Probe(ProcessView process, string file, long? assists)
    {
        using var program = OpenProgram(process);
        // The path may lead to another file now: the open file is what the process executes.
        var path = $"/proc/self/fd/{program.DangerousGetHandle()}";
        var places = GoStopPlaces.Locate(path, assists is not null) ?? throw new ObstacleException(WithoutPlaces(process.Id));
        var name = Encoding.UTF8.GetBytes(path);
        if (!_probes.Attach(name, places))
        {
            throw new ObstacleException(
                UprobeRights.Obstacle(UprobeRights.Stops) ?? UprobeRights.AfterError(_probes.Error, UprobeRights.Stops));
        }

        if (assists is not null) _withoutAssists = ProbeAssists(name, places);
        var hits = _withoutAssists is null ? assists : null;
        _since = Stopwatch.GetTimestamp();
        var probed = new ProbedProgram(places.Version, places.HasReasons, _since);
        _writer = new GoStopWriter("", process.Id, _since, process.Executable ?? "", probed) 
        {
            ReadyFile = file,
            Running = true,
            Assists = hits is not null,
        };
        if (hits is { } most) _assists = new GoAssists(_probes, process.Id, _writer, most);
        _writer.Flush();
        _rings.Watch("watch a Go program");
    }

    /// <summary>Adds probes for its assists; returns why that failed, or null.</summary>
    private string? ProbeAssists(byte[] file, GoStopPlaces places)
    {
        if (places.Assists is null) return $"mark assists: {GoAssistPlaces.Missing(places.Version)}";
        if (_probes.Attach(file, places.Assists)) return null;
        var obstacle = UprobeRights.AfterError(_probes.Error, UprobeRights.Stops);
        Close(_probes.TakeAssists());
        return $"mark assists: {obstacle.What}";
    }

    private static void Close(IReadOnlyList<int> probes) =>
        ProbeHeir.Close(probes, EnvironmentBlock.Inherited()["PATH"], new StartState());

    private static SafeFileHandle OpenProgram(ProcessView process)
    {
        try
        {
            var file = File.OpenHandle(
                $"/proc/{process.Id}/exe", FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            if (process.IsAlive()) return file;
            file.Dispose();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            if (process.IsAlive()) throw new ObstacleException($"its executable can't be read: {SystemFault.Reason(e)}");
        }

        throw new ObstacleException($"process {process.Id} has ended");
    }

    private static Obstacle WithoutPlaces(int process) => new(
        $"the executable of process {process} has none of the functions of the Go runtime that kernel probes need: it has no symbol table "
        + "and no readable function table (packed, built for another CPU architecture, or linked with -linkshared)");

    private void Take(PerfRecord record)
    {
        if (_writer is not null) Take(record, _writer);
    }

    private void Taken()
    {
        if (_writer is not { } writer) return;
        _numa.Sample([writer]);
        writer.Flush();
    }

    private void Take(in PerfRecord record, GoStopWriter writer)
    {
        if (record.Kind == PerfRecordKind.Lost) TakeLost(record, writer);
        if (record.Kind == PerfRecordKind.Hit && _probes.PlaceOf(record.Id) is (GoStopPlace.Assist or GoStopPlace.Assisted) and var assist)
        {
            if (record.Time >= _since && !Replaced) _assists?.Hit(record, assist);
            return;
        }

        if (record.Process != _process || record.Time < _since || Replaced) return;
        if (record.Kind == PerfRecordKind.Exec) Replaced = true;
        if (record.Kind != PerfRecordKind.Hit || _probes.PlaceOf(record.Id) is not { } place) return;
        if (place == GoStopPlace.Stop) _assists?.StopBegan();
        writer.Hit(record.Time, place, record.Value);
        if (place == GoStopPlace.Start) _assists?.StopWritten();
    }

    private void TakeLost(in PerfRecord record, GoStopWriter writer)
    {
        writer.Lost(record.Value);
        _assists?.Lost(record);
    }
}
