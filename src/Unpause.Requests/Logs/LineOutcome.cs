namespace Unpause.Requests.Logs;

/// <summary>What a line was.</summary>
internal enum LineOutcome
{
    /// <summary>A request, and it was added.</summary>
    Request,

    /// <summary>A header, a comment, a blank line or something of the format that is no request.</summary>
    Other,

    /// <summary>Nothing that the format has.</summary>
    NotUnderstood,
}
