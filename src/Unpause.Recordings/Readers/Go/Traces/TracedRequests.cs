using System.Runtime.CompilerServices;
using Unpause.Collections;
using Unpause.Recordings.Waits;

namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>
/// Derives requests from goroutines. A connection of net/http has one from the arrival of data until the response was written; a
/// goroutine for one request (HTTP/2) has it for its life; a user task outside any other request or task is one by itself.
/// </summary>
/// <remarks>
/// net/http's goroutine of a connection waits in (*conn).serve for the next request, calls the handler, and writes what the handler left
/// in its buffer (src/net/http/server.go, Go 1.11 to 1.26). A wait there outside of a handler, for more of the request's head, begins
/// it anew as long as nothing was answered.
/// </remarks>
/// <param name="world">When the world is stopped.</param>
internal sealed class TracedRequests(GoroutineTable goroutines, WorldClock world)
{
    private const int MostHelpers = 64, NoName = -1;
    private readonly ChunkedDictionary<ulong, int> _tasks = new();
    private readonly List<OpenRequest> _open = [];
    private readonly Stack<int> _free = new();
    private readonly ChunkedList<RecordedRequest> _ended = new();
    private readonly ChunkedList<RequestTimes> _times = new();

    /// <summary>Requests that had not ended when the trace did.</summary>
    public long Unfinished { get; private set; }

    /// <summary>About how much memory they take.</summary>
    public long MemoryBytes => (long)_ended.Count * (Unsafe.SizeOf<RecordedRequest>() + Unsafe.SizeOf<RequestTimes>());

    /// <summary>Whether any is of net/http.</summary>
    public bool HasHttp { get; private set; }

    /// <summary>Whether any is a task.</summary>
    public bool HasTasks { get; private set; }

    /// <summary>A goroutine's state will change: the time until now is added to its request.</summary>
    public void Advance(int request, long time)
    {
        var open = _open[request];
        var stopped = world.StoppedUntil(time);
        var kind = KindOf(open);
        var stood = stopped - open.Stopped;
        open.Times[(int)RequestTime.Stopped] += stood;
        open.Times[(int)kind] += time - open.CountedUntil - stood;
        (open.CountedUntil, open.Stopped) = (time, stopped);
    }

    /// <summary>A goroutine can run: one that serves a connection may have a new request.</summary>
    public void Woke(int place, long time)
    {
        ref var goroutine = ref goroutines[place];
        if (goroutine is { IsConnection: true, Request: Goroutine.NoRequest })
            Open(ref goroutine, place, time, RequestSourceKind.Connection);
    }

    /// <summary>A goroutine was created to run a function.</summary>
    public void Created(int place, long time, TraceStack function)
    {
        ref var goroutine = ref goroutines[place];
        if (function.Marks.HasFlag(StackMarks.Connection))
        {
            goroutine.IsConnection = true;
            Woke(place, time);
        }
        else if (function.Marks.HasFlag(StackMarks.OwnGoroutine))
        {
            HasHttp = true;
            Open(ref goroutine, place, time, RequestSourceKind.OwnGoroutine);
        }
    }

    /// <summary>A goroutine shows its stack, where it waits or calls the kernel or is stopped.</summary>
    /// <param name="time">Now.</param>
    /// <param name="waits">Whether it waits.</param>
    public void Seen(int place, long time, TraceStack stack, bool waits)
    {
        ref var goroutine = ref goroutines[place];
        if (stack.Marks.HasFlag(StackMarks.Connection)) goroutine.IsConnection = true;
        if (goroutine.Request == Goroutine.NoRequest) return;
        var open = _open[goroutine.Request];
        var handles = stack.Marks.HasFlag(StackMarks.Handler);
        if (open.Kind == RequestSourceKind.Connection && open.Main == place)
        {
            if (handles && open.Finished)
            {
                // The next request's bytes were there already.
                Close(goroutine.Request, open.AnsweredAt, open.TimesAtAnswer);
                Open(ref goroutine, place, open.AnsweredAt, RequestSourceKind.Connection);
                open = _open[goroutine.Request];
                Advance(goroutine.Request, time);
            }

            if (stack.Marks.HasFlag(StackMarks.Answer))
            {
                (open.Answers, open.Finished) = (true, open.Finished || !handles);
            }
            else if (waits && !handles && stack.Marks.HasFlag(StackMarks.Connection))
            {
                if (open.AnsweredAt == 0) Drop(goroutine.Request);
                else Close(goroutine.Request, open.AnsweredAt, open.TimesAtAnswer);
                return;
            }
        }

        if (open.Name == NoName) open.Name = stack.Entry;
    }

    /// <summary>A goroutine's system call returned; or begins, where the trace does not record returns.</summary>
    public void Called(int place, long time)
    {
        if (goroutines[place].Request is not (>= 0 and var request) || _open[request] is not { Answers: true } open) return;
        Advance(request, time);
        (open.Answers, open.AnsweredAt, open.TimesAtAnswer) = (false, time, RequestTimes.From(open.Times));
    }

    public void Ended(int place, long time)
    {
        if (goroutines[place].Request is not (>= 0 and var request)) return;
        var open = _open[request];
        if (open.Main != place) Leave(open, place, all: true);
        else if (open.Kind == RequestSourceKind.OwnGoroutine) Close(request, time, RequestTimes.From(open.Times));
        else if (open.Kind == RequestSourceKind.Connection && open.AnsweredAt > 0) Close(request, open.AnsweredAt, open.TimesAtAnswer);
        else if (open.Kind == RequestSourceKind.Connection) Drop(request);
        // A task ends at its own event; the goroutine that began it is no longer there.
        else open.Main = GoroutineTable.None;
    }

    /// <summary>A task begins on a goroutine.</summary>
    public void TaskBegan(int place, long time, ulong task, ulong parent, int name)
    {
        ref var goroutine = ref goroutines[place];
        if (goroutine.Request >= 0)
        {
            var around = _open[goroutine.Request];
            if (around.Kind != RequestSourceKind.Task) around.Name = name;
            return;
        }

        if (_tasks.ContainsKey(parent) || _tasks.ContainsKey(task)) return;
        HasTasks = true;
        var request = Open(ref goroutine, place, time, RequestSourceKind.Task);
        (_open[request].Task, _open[request].Name) = (task, name);
        _tasks.Add(task, request);
    }

    public void TaskEnded(long time, ulong task)
    {
        if (!_tasks.TryGetValue(task, out var request)) return;
        Advance(request, time);
        Close(request, time, RequestTimes.From(_open[request].Times));
    }

    /// <summary>A goroutine begins to work for a task.</summary>
    public void RegionBegan(int place, long time, ulong task)
    {
        if (!_tasks.TryGetValue(task, out var request) || _open[request].Main == place) return;
        ref var goroutine = ref goroutines[place];
        if (goroutine.Request != Goroutine.NoRequest && goroutine.Request != request) return;
        if (_open[request].Others.Count >= MostHelpers) return;
        Advance(request, time);
        _open[request].Others.Add(place);
        goroutine.Request = request;
    }

    /// <summary>It works for it no more.</summary>
    public void RegionEnded(int place, long time, ulong task)
    {
        if (!_tasks.TryGetValue(task, out var request) || goroutines[place].Request != request) return;
        if (_open[request].Main == place) return;
        Advance(request, time);
        Leave(_open[request], place, all: false);
    }

    /// <summary>What was found; null when there was none.</summary>
    /// <param name="names">Names, to which those without one are added.</param>
    public RecordedRequests? Finish(long zero, List<string> names)
    {
        Unfinished = _open.Count - _free.Count;
        if (_ended.Count == 0) return null;
        var nameless = NoName;
        for (var i = 0; i < _ended.Count; i++)
        {
            ref var request = ref _ended.ItemRef(i);
            if (request.Name == NoName && nameless == NoName)
            {
                nameless = names.Count;
                names.Add("net/http (handler not recorded)");
            }

            var name = request.Name == NoName ? nameless : request.Name;
            request = request with { Name = name, StartNanoseconds = request.StartNanoseconds - zero };
        }

        return new RecordedRequests(new Column<RecordedRequest>(_ended), names, _ended.Count) { Times = new Column<RequestTimes>(_times) };
    }

    private RequestTime KindOf(OpenRequest open)
    {
        var kind = open.Main >= 0 ? KindOf(goroutines[open.Main]) : RequestTime.Blocked;
        if (kind != RequestTime.Blocked) return kind;
        // It waits for others: what these do is what it waits for.
        foreach (var other in open.Others)
        {
            if (KindOf(goroutines[other]) is not RequestTime.Blocked and var its) return its;
        }

        return RequestTime.Blocked;
    }

    private static RequestTime KindOf(in Goroutine goroutine) => goroutine.State switch
    {
        GoroutineState.Runnable => RequestTime.Queued,
        GoroutineState.Running when goroutine.Assists => RequestTime.Assisting,
        GoroutineState.Running when goroutine.Sweeps => RequestTime.Sweeping,
        GoroutineState.Running => RequestTime.Running,
        GoroutineState.WaitingForAssist => RequestTime.AssistWait,
        GoroutineState.Syscall => RequestTime.Kernel,
        _ => RequestTime.Blocked,
    };

    private int Open(ref Goroutine goroutine, int place, long time, RequestSourceKind kind)
    {
        if (!_free.TryPop(out var request))
        {
            request = _open.Count;
            _open.Add(new OpenRequest());
        }

        var open = _open[request];
        (open.Main, open.Kind, open.Task, open.Name) = (place, kind, 0, NoName);
        (open.Start, open.CountedUntil, open.Stopped) = (time, time, world.StoppedUntil(time));
        (open.AnsweredAt, open.Answers, open.Finished) = (0, false, false);
        Array.Clear(open.Times);
        goroutine.Request = request;
        return request;
    }

    private void Close(int request, long end, in RequestTimes times)
    {
        var open = _open[request];
        if (open.Kind != RequestSourceKind.Task) HasHttp = true;
        // Numbers are 32 bits wide; memory ends long before.
        var number = _ended.Count + 1;
        _ended.Add(new RecordedRequest(open.Start, end - open.Start, open.Name, number, 0, number, Call: false));
        _times.Add(times);
        Drop(request);
    }

    private void Drop(int request)
    {
        var open = _open[request];
        if (open.Main >= 0) goroutines[open.Main].Request = Goroutine.NoRequest;
        foreach (var other in open.Others) goroutines[other].Request = Goroutine.NoRequest;
        open.Others.Clear();
        if (open.Kind == RequestSourceKind.Task) _tasks.Remove(open.Task);
        _free.Push(request);
    }

    private void Leave(OpenRequest open, int place, bool all)
    {
        if (all) open.Others.RemoveAll(other => other == place);
        else open.Others.Remove(place);
        if (!open.Others.Contains(place)) goroutines[place].Request = Goroutine.NoRequest;
    }
}
