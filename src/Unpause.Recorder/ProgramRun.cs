using Unpause.Recorder.Cycles;
using Unpause.Recorder.Peers;
using Unpause.Recorder.Probes;
using Unpause.Recorder.Runtimes;
using Unpause.Recorder.Sampling;
using Unpause.Recorder.Stderr;
using Unpause.Recordings.Readers.Go;

namespace Unpause.Recorder;

/// <summary>One run of a program, from finding its file to listing its recordings.</summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe class ProgramRun : IDisposable
{
    private const int NotFound = 127, NotExecutable = 126, StandardError = 2, Enoent = 2;
    private const string SamplesName = "perf.txt";
    private readonly RunOptions _options;
    private readonly StartState _state;
    private readonly SignalForwarder _signals;
    private readonly List<byte[]> _originalArguments;
    private readonly List<byte[]> _arguments;
    private readonly EnvironmentBlock _original = EnvironmentBlock.Inherited();
    private readonly EnvironmentBlock _environment = EnvironmentBlock.Inherited();
    private readonly RecorderTable _runtimes;
    private readonly NumaNode? _node;

    public ProgramRun(RunOptions options, RecorderTable runtimes)
    {
        _options = options;
        _runtimes = runtimes;
        _node = options.NumaNode is { } number ? NumaNode.Find(number) : null;
        _node?.Check();
        _state = StartState.Capture();
        _signals = new SignalForwarder(_state);
        _originalArguments = CommandArguments.Encode(options.Command, OwnCommandLine());
        _arguments = [.. _originalArguments];
        foreach (var (name, value) in options.Environment)
        {
            _original.Set(name, Bytes.Carry(value));
            _environment.Set(name, Bytes.Carry(value));
        }
    }

    public void Dispose() => _signals.Dispose();

    public RunResult Execute()
    {
        var error = CommandFile.Find(_arguments[0], _original["PATH"], out var file);
        if (error != 0) return NeverStarted(error);
        using var route = StderrRoute.Open(file, _options.MayReorderOutput, out var stderrProblem);
        GoWatch? goWatch = null;
        var plan = new RecordingPlan(_options, _runtimes, place =>
        {
            goWatch = WatchGo(place.Path, file);
            return new SwitchTarget(file, _arguments, _environment, place.Path, _options, _state.FileSizeIsLimited, stderrProblem)
            {
                SeesGoStops = goWatch is not null,
                MayChangeUser = OwnRights.ProgramsMayChangeUser,
                Run = place.Run,
            };
        });
        using var watch = goWatch;
        using var sampling = plan.Place is null ? null : Sample(plan);
        using var giver = Giver(plan);
        var stderr = plan.TakesGcLines || plan.JavaOption is not null ? route : null;
        var started = DateTimeOffset.UtcNow;
        var startedTimestamp = Stopwatch.GetTimestamp();
        error = Start(file, plan, stderr, out var id);
        if (error != 0)
        {
            plan.Place?.Remove();
            return NeverStarted(error);
        }

        using var child = Follow(id);
        watch?.Follow(id);
        using var descendants = plan.Place is not null && OwnRights.ProgramsMayChangeUser && _runtimes.CanRecordLive
            ? new DescendantRecorder(_runtimes, _options, plan.Place)
            : null;
        descendants?.Follow(id, plan.CommandHasSwitch);
        using var goFile = new GcTraceFile(plan.Place?.Path ?? "", Program(plan, file, id, started));
        if (stderr is not null) Forward(stderr, child, plan, goFile);
        child.Wait();
        goFile.Finish();
        if (giver is not null) plan.NotRecorded.AddRange(giver.Problems);
        descendants?.Finish();
        if (descendants is not null) plan.NotRecorded.AddRange(descendants.Problems);
        if (sampling is not null) Finish(sampling, plan);
        watch?.Finish();
        if (watch is not null) plan.NotRecorded.AddRange(watch.Problems);
        return Result(plan, child, started, Stopwatch.GetElapsedTime(startedTimestamp, child.EndedTimestamp), goFile);
    }

    /// <summary>Sends files to Python processes that change their user; null when no process can.</summary>
    private FileGiver? Giver(RecordingPlan plan)
    {
        if (plan.Place is null || !OwnRights.ProgramsMayChangeUser || !_runtimes.Ids.Contains(RuntimeIds.CPython))
            return null;
        var giver = new FileGiver(plan.Place.Folder);
        if (giver.Start()) _environment.Set(FileGiver.VariableName, giver.Variable);
        return giver;
    }

    /// <summary>Starts to observe Go programs; the command's own is probed before it starts. Null where that is not allowed.</summary>
    private GoWatch? WatchGo(string folder, byte[] file)
    {
        if (!_options.Probes || !_runtimes.Ids.Contains(RuntimeIds.Go)) return null;
        var watch = GoWatch.Open(folder, _original["PATH"], _state);
        watch?.Expect(file);
        return watch;
    }

    /// <summary>Starts to sample processes started by this thread; null when not requested or not possible.</summary>
    private PerfSampling? Sample(RecordingPlan plan)
    {
        if (!_options.Perf) return null;
        try
        {
            return PerfSampling.OfThreadsChildren(_state, _original["PATH"]);
        }
        catch (ObstacleException obstacle)
        {
            plan.NotRecorded.Add($"CPU samples are not recorded: {obstacle.Message}");
            return null;
        }
    }

    private static void Finish(PerfSampling sampling, RecordingPlan plan)
    {
        using var file = plan.Place!.Folder.MakeFile(SamplesName);
        if (file is null) plan.NotRecorded.Add("CPU samples are not recorded: their file can't be created");
        else if (!sampling.Finish(file)) plan.Place.Folder.Remove(SamplesName);
        plan.NotRecorded.AddRange(sampling.Problems);
    }

    /// <summary>Facts about a Go program, read on another thread because its file may be large. Null for other programs.</summary>
    private Task<GoProgramLine?> Program(RecordingPlan plan, byte[] file, int id, DateTimeOffset started)
    {
        if (!plan.TakesGcLines || !GoExecutable.Is(file)) return Task.FromResult<GoProgramLine?>(null);
        var began = (started - DateTimeOffset.UnixEpoch).Ticks * 100;
        var command = string.Join(' ', _originalArguments.Select(Encoding.UTF8.GetString));
        return Task.Run<GoProgramLine?>(() => GoExecutable.IsTool(file)
            ? new GoProgramLine(0, began, null, command)
            : new GoProgramLine(id, began, GoExecutable.VersionOf(Encoding.UTF8.GetString(file)), command)
                { Settings = GoProgramLine.Choose(name => _original[name]) });
    }

    private static byte[] OwnCommandLine()
    {
        try
        {
            return File.ReadAllBytes("/proc/self/cmdline");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private int Start(byte[] file, RecordingPlan plan, StderrRoute? stderr, out int id)
    {
        var error = Start(file, _arguments, _environment, stderr, out id);
        if (error == LibC.E2Big)
        {
            plan.NotRecorded.Add("Nothing is recorded: with unpause's variables the environment would be too large to start the program.");
            error = Start(file, _originalArguments, _original, stderr, out id);
        }

        // Like execvp for a script without a first line `#!`.
        if (error == LibC.Enoexec)
            error = Start("/bin/sh"u8.ToArray(), [_arguments[0], file, .. _arguments.Skip(1)], _environment, stderr, out id);
        return error;
    }

    private int Start(byte[] file, List<byte[]> arguments, EnvironmentBlock environment, StderrRoute? stderr, out int id)
    {
        var request = new SpawnRequest
        {
            Arguments = arguments,
            Environment = environment.Entries,
            State = _state,
            Error = stderr?.ProgramSide,
        };
        if (_node is null) return request.Start(file, out id);
        var started = 0;
        var result = _node.Run(() => request.Start(file, out started));
        id = started;
        return result;
    }

    private ChildProcess Follow(int id)
    {
        var ends = stackalloc int[2];
        if (LibC.Pipe(ends, LibC.OCloseOnExec) != 0) (ends[0], ends[1]) = (-1, -1);
        var child = new ChildProcess(id, ends[0], ends[1]);
        _signals.Attach(child);
        return child;
    }

    private void Forward(StderrRoute stderr, ChildProcess child, RecordingPlan plan, GcTraceFile goFile)
    {
        stderr.CloseProgramSide();
        using var heir = StderrHeir.Start(stderr.Source, _original["PATH"], _state);
        var gcLines = plan.TakesGcLines ? new GcLineFilter(goFile.Write, plan.KeepGcLines, stderr.KeepsWritesApart, goFile.Write) : null;
        var javaNotes = plan.JavaOption is null ? null : new JavaNoteFilter(Bytes.FromLatin1(plan.JavaOption));
        var end = new StderrForwarder(
            stderr.Source, StandardError, child.EndedDescriptor, gcLines, javaNotes, () => WorkingProcesses.AnyOf(child.Id)).Run();
        if (end == ForwardEnd.HeldByOthers)
        {
            heir?.TakeOver();
            plan.NotRecorded.Add(heir is not null
                ? "A child process still uses the program's stderr. Its output still appears, but from "
                    + "now on that process is not in the report."
                : "A child process still uses the program's stderr, which ends now: neither `sh` nor `cat` was found to forward it.");
        }

        stderr.CloseSource();
        if (gcLines is { TornLines: > 0 and var torn })
        {
            plan.NotRecorded.Add(
                $"{torn} gctrace lines of Go were cut by other output or the program's end: they stay in stderr and are not reported.");
        }

        if (gcLines is { LinesCut: > 0 and var cut })
        {
            plan.NotRecorded.Add(cut == 1
                ? "Go's last gctrace line was cut by the program's end: that collection is not in the report."
                : $"{cut} gctrace lines of Go were cut by the end of their processes, or mixed with lines of other processes: those "
                    + "collections are not in the report.");
        }
    }

    private RunResult Result(RecordingPlan plan, ChildProcess child, DateTimeOffset started, TimeSpan duration, GcTraceFile goFile)
    {
        if (goFile.Problem is { } problem) plan.NotRecorded.Add(problem);
        var files = new List<string>();
        if (plan.Place is { } place)
        {
            plan.NotRecorded.AddRange(RunNotes.Take(place));
            if (_options.Cycles is not null) plan.NotRecorded.AddRange(CycleSnapshots.Gather(place));
            foreach (var runtime in _runtimes.Runtimes) plan.NotRecorded.AddRange(runtime.Switch.Gather(place));
            files.AddRange(place.Keep([.. RecordingFiles.New(place, plan.NotRecorded)], plan.NotRecorded));
        }

        if (plan.UsersPath is { } path) files.AddRange(RecordingFiles.OfUser(path, started, plan.NotRecorded).Except(files));
        return new RunResult
        {
            ExitCode = child.ExitCode,
            Signal = child.Signal,
            FolderIsTemporary = plan.Place is not null && _options.Folder is null,
            Place = plan.Place,
            Duration = duration,
            NotRecorded = plan.NotRecorded,
            NotRecordedIfItRan = plan.NotRecordedIfItRan,
            Files = files,
        };
    }

    private RunResult NeverStarted(int error)
    {
        var name = _options.Command[0];
        var sentence = error == Enoent
            ? $"unpause: there is no command {name}; a program in the current folder is ./{name}\n"
            : $"unpause: {name} can't be started: {System.Runtime.InteropServices.Marshal.GetPInvokeErrorMessage(error)}\n";
        if (LibC.WasInherited(StandardError)) StderrForwarder.Write(StandardError, Encoding.UTF8.GetBytes(sentence));
        return new RunResult { ExitCode = error == Enoent ? NotFound : NotExecutable };
    }
}
