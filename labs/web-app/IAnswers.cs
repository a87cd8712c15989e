namespace WebApp;

/// <summary>Writes a document as JSON inside a Base64 element of an XML response, like the public API in the incident.</summary>
internal interface IAnswers
{
    /// <summary>Writes the whole response.</summary>
    /// <param name="tasks">The document.</param>
    /// <param name="output">The body of the response; takes asynchronous writes only.</param>
    Task WriteAsync(ArraySegment<WorkTask> tasks, Stream output);
}
