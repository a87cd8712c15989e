using Unpause.Secrets;

namespace Unpause.Recorder.Live;

/// <summary>A live process with a runtime that unpause knows.</summary>
/// <param name="Id">The process id as we see it.</param>
/// <param name="User">Its user's name, or number.</param>
/// <param name="Runtime">One of <see cref="Unpause.Recordings.Words.Runtimes"/>.</param>
public sealed record LiveProcess(int Id, string User, string Runtime)
{
    /// <summary>The runtime's version; null when it does not tell without being disturbed.</summary>
    public string? Version { get; init; }

    /// <summary>The collector or its mode; null when unknown.</summary>
    public string? Collector { get; init; }

    /// <summary>The most that the heap may take, in bytes; null when unknown or without limit.</summary>
    public long? HeapLimitBytes { get; init; }

    /// <summary>When it was started.</summary>
    public DateTimeOffset? StartedAt { get; init; }

    /// <summary>Its arguments, program first; what is or may be a secret is hidden unless it was asked for.</summary>
    public IReadOnlyList<string> Command { get; init; } = [];

    /// <summary>What it calls itself (service.name of OpenTelemetry), else its unit of systemd; null when neither is known.</summary>
    public string? Service { get; init; }

    /// <summary>The container that it runs in, 64 hexadecimal digits; null outside of one, or when it can't be told.</summary>
    public string? ContainerId { get; init; }

    /// <summary>The pod of Kubernetes that it runs in, its name, else its uid; null outside of one.</summary>
    public string? Pod { get; init; }

    /// <summary>What is in the way of recording it.</summary>
    public IReadOnlyList<Obstacle> Obstacles { get; init; } = [];

    /// <summary>
    /// By which of several ways it is recorded, as the end of a sentence; null when it can't be, or its runtime has but one.
    /// </summary>
    public string? RecordedBy { get; init; }

    /// <summary>Whether <c>unpause run</c> records it anyway where it is below what was started: its agent does, or the kernel.</summary>
    internal bool RecordedByRun { get; init; }

    /// <summary>The same, with secrets hidden in its arguments.</summary>
    internal LiveProcess WithoutSecrets() => this with { Command = Redaction.Arguments(Command) };

    /// <summary>Whether <see cref="LiveRecorder"/> can record it.</summary>
    public bool Recordable => Obstacles.All(obstacle => !obstacle.Hard);
}
