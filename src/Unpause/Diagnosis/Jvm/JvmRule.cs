namespace Unpause.Diagnosis.Jvm;

/// <summary>A rule about JVMs.</summary>
public abstract class JvmRule : Rule
{
    /// <inheritdoc/>
    public sealed override IReadOnlyList<string> Runtimes { get; } = [Recordings.Runtimes.Jvm];
}
