namespace Unpause.Reports.TraceEvents;

/// <summary>Writes single trace events. Times are passed in nanoseconds and written in microseconds, without rounding.</summary>
internal sealed class TraceEventWriter(Utf8JsonWriter json)
{
    // The writer's own buffer would otherwise grow to the size of the file.
    private const int FlushBytes = 32 * 1024;

    /// <summary>Writes the name and sort index of a process.</summary>
    public void Process(int pid, string name)
    {
        Metadata("process_name", pid, 0, args => args.WriteString("name", name));
        Metadata("process_sort_index", pid, 0, args => args.WriteNumber("sort_index", pid));
    }

    /// <summary>Writes the name and sort index of a track within its process.</summary>
    public void Track(int pid, int tid, string name)
    {
        Metadata("thread_name", pid, tid, args => args.WriteString("name", name));
        Metadata("thread_sort_index", pid, tid, args => args.WriteNumber("sort_index", tid));
    }

    /// <summary>Writes a complete interval.</summary>
    public void Complete(int pid, int tid, string category, string name, long start, long duration, Action<Utf8JsonWriter> args)
    {
        Begin("X", name, pid, tid, start);
        json.WriteString("cat", category);
        json.WriteNumber("dur", duration / 1000m);
        End(args);
    }

    /// <summary>Writes the begin of an interval; the intervals of one track nest.</summary>
    public void Begin(int pid, int tid, string category, string name, long at, Action<Utf8JsonWriter> args)
    {
        Begin("B", name, pid, tid, at);
        json.WriteString("cat", category);
        End(args);
    }

    /// <summary>Writes the end of the last open interval; Speedscope requires the same arguments again.</summary>
    public void End(int pid, int tid, string name, long at, Action<Utf8JsonWriter> args)
    {
        Begin("E", name, pid, tid, at);
        End(args);
    }

    /// <summary>Writes a value that applies until the next one.</summary>
    public void Counter(int pid, string name, long at, string unit, long value)
    {
        Begin("C", name, pid, 0, at);
        End(args => args.WriteNumber(unit, value));
    }

    private void Metadata(string what, int pid, int tid, Action<Utf8JsonWriter> args)
    {
        Begin("M", what, pid, tid, 0);
        End(args);
    }

    private void Begin(string phase, string name, int pid, int tid, long at)
    {
        json.WriteStartObject();
        json.WriteString("ph", phase);
        json.WriteString("name", name);
        json.WriteNumber("pid", pid);
        json.WriteNumber("tid", tid);
        json.WriteNumber("ts", at / 1000m);
    }

    private void End(Action<Utf8JsonWriter> args)
    {
        json.WriteStartObject("args");
        args(json);
        json.WriteEndObject();
        json.WriteEndObject();
        if (json.BytesPending > FlushBytes) json.Flush();
    }
}
