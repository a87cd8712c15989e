namespace WebApp;

/// <summary>Writes a document as JSON inside a Base64 element of an XML answer, as the incident's public API did.</summary>
internal interface IAnswers
{
    /// <summary>Writes the whole answer.</summary>
    /// <param name="tasks">The document.</param>
    /// <param name="output">The body of the response; takes asynchronous writes only.</param>
    Task WriteAsync(ArraySegment<WorkTask> tasks, Stream output);
}
