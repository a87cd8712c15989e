namespace Unpause.Readers.DotNet;

/// <summary>Takes an event of a process.</summary>
internal delegate void RuntimeEventHandler(int processId, in RuntimeEvent runtimeEvent);

/// <summary>Takes the container of a .nettrace file apart.</summary>
internal interface IEventDecoder
{
    /// <summary>Events that the runtime dropped because its buffers were full, by gaps in sequence numbers; <see cref="long.MaxValue"/> for an unknown number.</summary>
    long LostEvents { get; }

    /// <summary>Wall time of the recording's zero, with a resolution of 1 ms; null when nothing could be read.</summary>
    DateTimeOffset? StartedAt { get; }

    /// <summary>Processors that the process may use; null when the file doesn't say.</summary>
    int? Processors { get; }

    /// <summary>The call stacks that events refer to.</summary>
    StackTable Stacks { get; }

    /// <summary>Gives the events of the providers that are known, in order of time, to the end. Returns what is damaged, as a phrase, or null.</summary>
    string? Run(NettraceFrames frames, RuntimeEventHandler handler);
}
