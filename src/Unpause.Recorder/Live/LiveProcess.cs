using Unpause.Recordings.Secrets;

namespace Unpause.Recorder.Live;

/// <summary>A live process with a supported runtime.</summary>
/// <param name="Id">Process id in this pid namespace.</param>
/// <param name="User">Name or id of its user.</param>
/// <param name="Runtime">One of <see cref="RuntimeIds"/>.</param>
public sealed record LiveProcess(int Id, string User, string Runtime)
{
    /// <summary>The runtime's version; null when it can't be read without affecting the process.</summary>
    public string? Version { get; init; }

    /// <summary>The collector or its mode; null when unknown.</summary>
    public string? Collector { get; init; }

    /// <summary>Maximum heap size in bytes; null when unknown or unlimited.</summary>
    public long? HeapLimitBytes { get; init; }

    /// <summary>When it was started.</summary>
    public DateTimeOffset? StartedAt { get; init; }

    /// <summary>Its arguments, program first; possible secrets are redacted unless requested.</summary>
    public IReadOnlyList<string> Command { get; init; } = [];

    /// <summary>Its name (service.name of OpenTelemetry), or its systemd unit; null when neither is known.</summary>
    public string? Service { get; init; }

    /// <summary>Id of its container, 64 hexadecimal digits; null outside a container, or when unknown.</summary>
    public string? ContainerId { get; init; }

    /// <summary>Name or uid of its Kubernetes pod; null outside a pod.</summary>
    public string? Pod { get; init; }

    /// <summary>What prevents or limits its recording.</summary>
    public IReadOnlyList<Obstacle> Obstacles { get; init; } = [];

    /// <summary>
    /// The recording method, as the end of a sentence; null when it can't be recorded, or its runtime has only one method.
    /// </summary>
    public string? RecordedBy { get; init; }

    /// <summary>
    /// What a recording makes the process do that its user must allow (<see cref="LiveOptions.Allowed"/>), as a sentence without a full
    /// stop; null when there is nothing.
    /// </summary>
    public string? AsksFirst { get; init; }

    /// <summary>Why it is not watched all the time; null when it can be.</summary>
    public Obstacle? WatchObstacle => Obstacles.FirstOrDefault(obstacle => obstacle.Hard) ?? (AsksFirst is { } asks
        ? new Obstacle($"it is recorded only for a while, because {asks}", $"unpause record {Id} --for 60s")
        : null);

    /// <summary>Whether <c>unpause run</c> records it anyway as a descendant of the command: through its agent or kernel probes.</summary>
    internal bool RecordedByRun { get; init; }

    /// <summary>The same with secrets redacted in its arguments.</summary>
    internal LiveProcess WithoutSecrets() => this with { Command = Redaction.Arguments(Command) };

    /// <summary>Whether <see cref="LiveRecorder"/> can record it.</summary>
    public bool Recordable => Obstacles.All(obstacle => !obstacle.Hard);
}
