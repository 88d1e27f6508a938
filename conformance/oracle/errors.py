"""How the oracle refuses a document: the class of error and, where the texts number the condition, its id."""


class Refused(ValueError):
    def __init__(self, error_class, code, message):
        super().__init__(f'{error_class}{" " + code if code else ""}: {message}')
        self.error_class = error_class
        self.code = code


def parse_error(message, code=None):
    return Refused('ParseError', code, message)


def invalid(message, code=None):
    return Refused('ValidationError', code, message)
