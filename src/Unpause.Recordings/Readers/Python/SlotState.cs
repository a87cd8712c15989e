namespace Unpause.Recordings.Readers.Python;

/// <summary>The content of a slot of the agent's ring.</summary>
public enum SlotState
{
    Empty,

    Written,

    /// <summary>A record that was being written when the process ended or the file was copied.</summary>
    Torn,

    /// <summary>Numbers that no agent writes.</summary>
    Wrong,
}
