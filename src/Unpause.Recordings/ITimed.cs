namespace Unpause.Recordings;

/// <summary>What lasts for some time of a recording.</summary>
public interface ITimed
{
    /// <summary>Since the recording's zero; <see cref="Pause.NoTime"/> when it has no place in time.</summary>
    long StartNanoseconds { get; }

    long DurationNanoseconds { get; }
}
