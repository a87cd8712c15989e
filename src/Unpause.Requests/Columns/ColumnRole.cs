namespace Unpause.Requests.Columns;

/// <summary>What a named column, JSON property or log variable contains.</summary>
internal enum ColumnRole
{
    /// <summary>Nothing that matters.</summary>
    Ignored,

    /// <summary>When the request began.</summary>
    Start,

    End,

    /// <summary>How long it took.</summary>
    Duration,

    /// <summary>The request's name: method and path.</summary>
    Name,

    /// <summary>A whole request line: method, path and protocol.</summary>
    Request,

    /// <summary>The method, put before the name.</summary>
    Method,

    /// <summary>The service that served the request.</summary>
    Service,

    /// <summary>The serving process's id.</summary>
    ProcessId,

    /// <summary>The answer's status: 0 and from 400 on it failed.</summary>
    Status,

    /// <summary>Whether it went well, <c>true</c> or <c>false</c>.</summary>
    Success,

    /// <summary>A property of a program's log, which is written when a request has ended, and not of a table.</summary>
    LogEntry,
}
