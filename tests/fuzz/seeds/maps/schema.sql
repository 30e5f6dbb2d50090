CREATE TABLE [Wells]
 (
	[Name]		Text (50) NOT NULL, 
	[TD]		Double
);
