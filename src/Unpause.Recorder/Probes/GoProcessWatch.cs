using System.Diagnostics;
using System.Runtime.Versioning;
using System.Text;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Probes;

/// <summary>
/// Watches one Go program that runs already from the kernel, without touching it: probes in its file tell when the world is stopped
/// and started. They are gone with their descriptors, whatever becomes of us.
/// </summary>
/// <remarks>
/// Others who execute the same file come by the probes too, and are not looked at. Of the machine's programs only execs are told
/// besides: when the process becomes another program, that is the end of this one.
/// </remarks>
[SupportedOSPlatform("linux")]
internal sealed class GoProcessWatch : IDisposable
{
    /// <summary>For one program; removing them, 50 ms each, holds up nobody but later probes.</summary>
    private const int MostDescriptors = 1024;

    private readonly int _process;
    private readonly ProcessorRings _rings;
    private readonly GoProbes _probes;
    private readonly NumaSampling _numa = new(NumaCounts.Of());
    private GoStopWriter? _writer;
    private GoAssists? _assists;
    private string? _withoutAssists;
    private long _since;

    private GoProcessWatch(int process)
    {
        _process = process;
        _rings = new ProcessorRings(Take, Taken);
        _probes = new GoProbes(_rings.Rings, MostDescriptors);
    }

    /// <summary>Whether the process has become another program.</summary>
    public bool Replaced { get; private set; }

    /// <summary>What went wrong, one sentence each.</summary>
    public IEnumerable<string> Problems => new[] { _writer?.Problem, _withoutAssists }.OfType<string>();

    /// <summary>Whether its assists are seen too.</summary>
    public bool HasAssists => _assists is not null;

    /// <summary>Begins to watch.</summary>
    /// <param name="process">The process.</param>
    /// <param name="file">Where its stops are written, a file that is there.</param>
    /// <param name="assists">How many hits a second its mark assists may cost, of each processor; null: they aren't looked at.</param>
    /// <exception cref="ObstacleException">It can't be watched.</exception>
    public static GoProcessWatch Begin(ProcessView process, string file, long? assists)
    {
        var watch = new GoProcessWatch(process.Id);
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

    /// <summary>What keeps a process from being watched; null when nothing does. Nothing is probed.</summary>
    public static Obstacle? Obstacle(ProcessView process)
    {
        if (UprobeRights.Obstacle(UprobeRights.Stops) is { } obstacle) return obstacle;
        return GoStopPlaces.Of($"/proc/{process.Id}/exe") is null ? WithoutPlaces(process.Id) : null;
    }

    /// <summary>Takes what is there, ends the file and removes the probes.</summary>
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
        // Its path may be another file by now, or none: the open one is what the process executes.
        var path = $"/proc/self/fd/{program.DangerousGetHandle()}";
        var places = GoStopPlaces.Of(path, assists is not null) ?? throw new ObstacleException(WithoutPlaces(process.Id));
        var name = Encoding.UTF8.GetBytes(path);
        if (!_probes.Attach(name, places))
        {
            throw new ObstacleException(
                UprobeRights.Obstacle(UprobeRights.Stops) ?? UprobeRights.AfterError(_probes.Error, UprobeRights.Stops));
        }

        if (assists is not null) _withoutAssists = ProbeAssists(name, places);
        var hits = _withoutAssists is null ? assists : null;
        _since = Stopwatch.GetTimestamp();
        var probed = new ProbedProgram(places.Version, places.TellsReasons, _since);
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

    /// <summary>Puts probes to its assists; why that can't be, or null.</summary>
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
