namespace Unpause.Requests;

/// <summary>Which moment of a request a source's timestamp is of, and how well that is known.</summary>
public enum StampMeaning
{
    /// <summary>Both moments are known: the source stamps both, or times them on the recording's own clock. Nothing is to ask.</summary>
    Both,

    /// <summary>The request's start: the format's specification or the column's name says so.</summary>
    Start,

    /// <summary>The request's end: the format's specification or the column's name says so.</summary>
    End,

    /// <summary>Nothing says it: a column called <c>timestamp</c> may contain either.</summary>
    Unsaid,
}
