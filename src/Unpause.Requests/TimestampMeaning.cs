namespace Unpause.Requests;

/// <summary>Which moment of a request a source's timestamp is of, and how well that is known.</summary>
public enum TimestampMeaning
{
    /// <summary>Both moments are known: the source records both, or times them on the recording's own clock.</summary>
    Both,

    /// <summary>The request's start, by the format's specification or the column's name.</summary>
    Start,

    /// <summary>The request's end, by the format's specification or the column's name.</summary>
    End,

    /// <summary>Unknown: a column called <c>timestamp</c> may contain either.</summary>
    Unknown,
}
